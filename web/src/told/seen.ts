// What this browser has been told already: briefings and hints, kept in local storage.

const KEY = 'grognard.told';

type Kept = {
  /** Games whose briefing was read, the newest first. */
  briefed?: string[];
  /** Battles begin without one. */
  quiet?: boolean;
  /** Questions that were explained. */
  hints?: string[];
  noHints?: boolean;
  /** The last line and step of a game that were seen. */
  read?: Record<string, { told: number; step: number }>;
};
/** More games are not remembered. */
const MOST = 60;

function kept(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return found && typeof found === 'object' ? found : {};
  } catch {
    return {};
  }
}
function keep(change: Partial<Kept>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), ...change }));
  } catch {
    // A browser that keeps nothing is told everything again.
  }
}

export const isQuiet = (): boolean => kept().quiet === true;
export const setQuiet = (quiet: boolean): void => keep({ quiet });
export const wasBriefed = (game: string): boolean => isQuiet() || Boolean(kept().briefed?.includes(game));
export const briefed = (game: string): void => keep({ briefed: [game, ...(kept().briefed ?? []).filter((one) => one !== game)].slice(0, MOST) });

export const wantsHints = (): boolean => kept().noHints !== true;
export const setHints = (on: boolean): void => keep(on ? { noHints: false, hints: [] } : { noHints: true });
export const wasHinted = (ask: string): boolean => Boolean(kept().hints?.includes(ask));
export const hinted = (ask: string): void => keep({ hints: [...new Set([...(kept().hints ?? []), ask])] });

/** Nothing: the game was never looked at here. */
export const lastRead = (game: string): { told: number; step: number } | undefined => kept().read?.[game];
export function keepRead(game: string, told: number, step: number): void {
  const { [game]: _, ...others } = kept().read ?? {};
  keep({ read: Object.fromEntries([[game, { told, step }], ...Object.entries(others)].slice(0, MOST)) });
}
