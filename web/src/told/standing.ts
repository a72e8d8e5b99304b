// How the battle stands: who would win if it ended now, and how far each army is from breaking.

import { text } from '../text';
import type { Counted, Decision, Side, Unit, View } from '../types';

const SIDES: Side[] = ['french', 'allied'];

export type Standing = {
  /** In one line, shorter where there is less room, and as a phone wants it. */
  line: string;
  short: string;
  bare: string;
  /** The same in sentences. */
  sentences: string[];
};

/** What is counted of a side toward its breaking: its units, where the game does not say. */
export const countedOf = (decision: Decision, side: Side, units: Unit[] = []): Counted =>
  decision.counted?.[side] ?? { what: 'unit', of: units.filter((unit) => unit.side === side).length, are: decision['broken-are'] };

/** How much farther on the way to breaking one army must be than the other for it to be said. */
const PLAINLY = 0.25;
/** Which army is plainly nearer to breaking; null: neither. */
function nearerToBreaking({ breaks, breaking }: Decision): Side | null {
  if (!breaks || !breaking) return null;
  const ahead = breaking.french / breaks.french - breaking.allied / breaks.allied;
  return Math.abs(ahead) < PLAINLY ? null : ahead > 0 ? 'french' : 'allied';
}

/** How many letters have room in the line of a phone. */
const ROOM = 61;

export function standingOf(view: View, sideName: (side: Side) => string): Standing | null {
  const decision = view.decision;
  if (!decision) return null;
  if (view.outcome) {
    const { winner, by } = view.outcome;
    const won = winner ? text.report.won(sideName(winner)) : text.report.draw;
    const line = `${won}: ${text.report.by[by] ?? by}`;
    return { line, short: won, bare: won, sentences: [`${line}.`] };
  }
  const t = text.standing;
  const { ground } = view.standings;
  const over = decision['if-over'];
  const winner = over?.winner ?? null;
  const points = winner ? t.points(ground[winner], ground[winner === 'french' ? 'allied' : 'french']) : t.points(ground.french, ground.allied);
  const byGround = over?.by === 'objectives';
  const isLast = view.turn === decision.turns;
  // A few figures more or less decide nothing before the last turn: till then a lead is said as all that counts weighs it, and of an
  // army that runs, while nothing else tells, that it is nearer to breaking.
  const decides = winner !== null && (byGround || isLast);
  const verdict = text.battle.verdicts(view.standings.lead, sideName('french'), sideName('allied'));
  const near = nearerToBreaking(decision);
  const weighed = verdict !== text.battle.verdicts(0, '', '') ? t.weighed(verdict) : near ? t.nearer(sideName(near)) : t.even;
  const now = !over ? '' : decides ? t.ahead(sideName(winner), byGround ? t.byGround(points) : t.byLosses(decision['share-of'])) : weighed;
  const left = (side: Side) => Math.max(0, (decision.breaks?.[side] ?? 0) - (decision.breaking?.[side] ?? 0));
  const count = (side: Side) => ({ side: sideName(side), left: left(side), of: countedOf(decision, side) });
  const lefts: [ReturnType<typeof count>, ReturnType<typeof count>] = [count('french'), count('allied')];
  // Of an army that is broken nothing more is counted.
  const counts = lefts.every(({ left }) => left > 0);
  const breaks = counts && decision.breaks && decision.breaking ? t.untilBroken(lefts) : '';
  // A player who would lose by what he has left undone wants to know it while he can mend it.
  const last = isLast ? t.last : '';
  const first = [last, decides ? t.aheadShort(sideName(winner)) : weighed];
  const short = [...first, counts && decision.breaks ? t.untilBrokenShort(lefts) : ''].filter(Boolean).join(' · ');
  return {
    line: [last, now, breaks].filter(Boolean).join(' · '),
    short,
    bare: short.length <= ROOM || !counts || !decision.breaks ? short : [...first, t.untilBrokenBare(lefts)].filter(Boolean).join(' · '),
    sentences: [
      over ? (winner ? t.wouldWin(sideName(winner), byGround ? t.groundSays(points) : t.lossesSay(decision['share-of'])) : t.wouldDraw) : '',
      ...(decision.breaks && decision.breaking ? SIDES.map((side) => t.breaks(sideName(side), decision.breaking![side], decision.breaks![side], countedOf(decision, side))) : [text.briefing.fightOn]),
      t.balance(text.battle.verdicts(view.standings.lead, sideName('french'), sideName('allied'))),
      t.turns(Math.max(0, decision.turns - view.turn), decision.turns),
    ].filter(Boolean),
  };
}
