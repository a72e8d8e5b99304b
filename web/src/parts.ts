// What is not needed at once: fetched when it is first shown, and until it comes. The name is that of the file.

import { part } from './common/patiently.svelte';

export const parts = {
  Battle: part('battle/Battle', () => import('./battle/Battle.svelte')),
  Ask: part('battle/Ask', () => import('./battle/Ask.svelte')),
  Bodies: part('battle/Bodies', () => import('./battle/Bodies.svelte')),
  BodyCard: part('battle/BodyCard', () => import('./battle/BodyCard.svelte')),
  BodyTold: part('table/BodyTold', () => import('./table/BodyTold.svelte')),
  BoardList: part('battle/BoardList', () => import('./battle/BoardList.svelte')),
  Commands: part('battle/Commands', () => import('./battle/Commands.svelte')),
  Desk: part('desk/Desk', () => import('./desk/Desk.svelte')),
  Ended: part('battle/Ended', () => import('./battle/Ended.svelte')),
  GhostTools: part('battle/GhostTools', () => import('./battle/GhostTools.svelte')),
  GroupTools: part('battle/GroupTools', () => import('./battle/GroupTools.svelte')),
  Keys: part('told/Keys', () => import('./told/Keys.svelte')),
  OddsTree: part('common/OddsTree', () => import('./common/OddsTree.svelte')),
  OpenCard: part('start/OpenCard', () => import('./start/OpenCard.svelte')),
  OwnDice: part('battle/OwnDice', () => import('./battle/OwnDice.svelte')),
  Plans: part('battle/Plans', () => import('./battle/Plans.svelte')),
  PhaseRules: part('sheet/PhaseRules', () => import('./sheet/PhaseRules.svelte')),
  Qr: part('common/Qr', () => import('./common/Qr.svelte')),
  Replay: part('battle/Replay', () => import('./battle/Replay.svelte')),
  ReplayTold: part('battle/ReplayTold', () => import('./battle/ReplayTold.svelte')),
  Report: part('report/Report', () => import('./report/Report.svelte')),
  Seat: part('battle/Seat', () => import('./battle/Seat.svelte')),
  Share: part('battle/Share', () => import('./battle/Share.svelte')),
  Sheet: part('sheet/Sheet', () => import('./sheet/Sheet.svelte')),
  Strike: part('table/Strike', () => import('./table/Strike.svelte')),
  Start: part('start/Start', () => import('./start/Start.svelte')),
  WhatIf: part('battle/WhatIf', () => import('./battle/WhatIf.svelte')),
  WriteOrders: part('battle/WriteOrders', () => import('./battle/WriteOrders.svelte')),
};
