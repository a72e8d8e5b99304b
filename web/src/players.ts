// Who may play a side: people, and the computer at one of its levels.

import type { Player } from './types';

/** From the weakest to the strongest. */
export const LEVELS = ['recruit', 'captain', 'marshal'] as const;
export type ComputerLevel = (typeof LEVELS)[number];

export const isComputer = (player: Player): player is ComputerLevel => (LEVELS as readonly Player[]).includes(player);

/** The levels of the computer against somebody: a marshal thinks for seconds, and plays against people only. */
export const levelsAgainst = (other: Player): readonly ComputerLevel[] => (isComputer(other) ? LEVELS.filter((level) => level !== 'marshal') : LEVELS);
