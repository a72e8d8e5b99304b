// Every English word of the page, by topic in `text/`; what is fetched later names its topic itself. Another language is
// another folder of this shape.

import { bodies } from './text/bodies';
import { battle, news, shots, forced, dice, card, live } from './text/battle';
import { act, group, orders } from './text/giving';
import { odds } from './text/odds';
import { log, replay, report } from './text/past';
import { seats, goingOn, friends } from './text/seats';
import { sheets } from './text/sheets';
import { ask, concede, plans, staff } from './text/staff';
import { start, first, house } from './text/start';
import { table, overlays, marks } from './text/table';
import { briefing, hints, since, standing, keys } from './text/told';
import { arms, formations, levels, nations, peoples, standings } from './text/names';

export { listed } from './text/lists';
export { capital, sheetName, words } from './text/names';

export const text = {
  name: 'Grognard',
  nav: { battles: 'Battles', rules: 'Rules', desk: 'Chart desk', skip: 'Skip to the content', theme: 'Dark or light', main: 'Main' },
  nations,
  peoples,
  arms,
  formations,
  levels,
  orders,
  bodies,
  shots,
  standings,
  errors: {
    unreachable: 'The server does not answer. Your last confirmed move is safe; try again in a moment.',
    status: (status: number) =>
      status === 404
        ? 'There is no such game here. Check the link, or start a new battle.'
        : status === 401 || status === 403
          ? 'This link opens no seat in this game. Ask your friend for the whole link.'
          : `The server answered with an error (${status}). Reload the page and try again.`,
    noBattles: 'The list of battles did not arrive.',
    part: 'A part of the page does not come; it is asked for again and again. Nothing of the game is lost.',
    anew: 'Load the page again',
    again: 'Try again',
    close: 'Close this message',
  },
  start,
  table,
  battle,
  news,
  staff,
  ask,
  concede,
  plans,
  group,
  seats,
  goingOn,
  act,
  dice,
  card,
  odds,
  overlays,
  log,
  replay,
  report,
  briefing,
  hints,
  first,
  sheets,
  house,
  forced,
  since,
  standing,
  friends,
  marks,
  keys,
  live,
};
