// Which phase of which turn it is.

import type { Play } from './play.svelte';

export const momentOf = (play: Play): string => `${play.view?.turn} ${play.view?.phase.number}`;

/** The armies are drawn up, and turn 1 has not begun. */
export const isBeforeBattle = (play: Play): boolean => play.view?.phase.number === 0;
