// Which phase of which turn it is.

import type { Play } from './play.svelte';

export const momentOf = (play: Play): string => `${play.view?.turn} ${play.view?.phase.number}`;
