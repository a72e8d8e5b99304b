// Who may play a side: people, and the computer at one of its levels.

import type { Player } from './types';

export type ComputerLevel = Exclude<Player, 'you' | 'friend'>;

export const isComputer = (player: Player): player is ComputerLevel => player !== 'you' && player !== 'friend';
