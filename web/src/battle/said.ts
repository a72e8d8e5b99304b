// An order being composed, as a sentence.

import { degrees, distance, inches, signed } from '../geometry';
import { text } from '../text';
import { bodyById, kindOf } from './bodies';
import { fallsShort, type Draft } from './draft';
import { lengthOf, type Aims } from './group';
import type { Play } from './play.svelte';

export function sentenceOf(play: Play, draft: Draft): string {
  switch (draft.kind) {
    case 'march': {
      const { move, body } = draft;
      const length = move.to ? distance(move.to.at, body.pose.at) : Math.abs(move.ahead);
      return text.act.ghost(play.name(draft.unit), inches(length), text.act.turned(Math.round(degrees(move.wheel))), move.ahead < 0) + (fallsShort(draft) ? ` ${text.act.asFarAsItGets}` : '');
    }
    case 'group':
      return play.group.sent ? text.group.sending(...play.group.sent) : draft.aims ? text.group.aimed(...aimed(play, draft.aims)) : text.group.draft(play.group.going.length, inches(Math.max(0, ...draft.members.map(lengthOf))));
    case 'charge':
      return `${draft.target.title || text.act.chargeTarget(play.name(draft.target.target))}.`;
    case 'attack':
      return `${play.odds.told?.title || draft.says}.`;
    case 'ride': {
      const name = play.shown?.generals.find((one) => one.id === draft.general)?.name ?? '';
      return draft.join === null ? text.act.ridesTo(name) : text.act.joins(name, play.name(draft.join));
    }
    case 'form': {
      const unit = play.unit(draft.unit);
      const turned = draft.facing === null ? 0 : Math.round(degrees(signed(draft.facing - (unit?.facing ?? 0))));
      return text.act.forms(play.name(draft.unit), unit?.formation === draft.formation ? null : draft.formation, turned);
    }
    case 'turn': {
      if (draft.at !== undefined) return text.act.aims(play.name(draft.unit), play.name(draft.at));
      const formation = draft.formation === 'limbered' ? 'unlimbered' : null;
      const turned = Math.round(degrees(signed(draft.facing - (play.unit(draft.unit)?.facing ?? 0))));
      return formation || turned ? text.act.forms(play.name(draft.unit), formation, turned) : text.act.turnGun(play.name(draft.unit));
    }
    case 'enter':
      return text.act.enters(play.name(draft.unit));
    case 'place': {
      const place = play.view?.asked?.place;
      return text.act.place(play.name(draft.unit), (place?.placed ?? 0) + 1, place?.of ?? 0);
    }
    case 'instruct': {
      const { objective } = draft;
      const goal = play.form?.writing?.places.find(({ at }) => at.x === objective?.x && at.y === objective?.y);
      return text.orders.draft(bodyById(play.view, draft.body)?.name ?? '', kindOf(play, draft.order)?.order.title ?? '', goal ? text.orders.at(goal.name) : objective ? text.orders.marked : '');
    }
    case 'fall-back':
      return text.act.fallsBack(play.name(draft.unit), inches(draft.by), draft.formation);
  }
}

/** How many of the marching units go toward their objective, and how many toward which enemy. */
function aimed(play: Play, aims: Aims): [number, [string, number][]] {
  const going = play.group.going.flatMap(({ unit }) => aims.get(unit) ?? []);
  const enemies = new Map<string, number>();
  for (const { enemy } of going) if (enemy !== undefined) enemies.set(enemy, (enemies.get(enemy) ?? 0) + 1);
  return [going.filter(({ enemy }) => enemy === undefined).length, [...enemies]];
}
