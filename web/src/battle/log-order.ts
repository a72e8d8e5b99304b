// How the log is read: as it happened, or by cause.

import type { Order } from './tree';

const KEY = 'grognard.log';

export const keptOrder = (): Order => (localStorage.getItem(KEY) === 'cause' ? 'cause' : 'phase');
export const keepOrder = (order: Order): void => localStorage.setItem(KEY, order);
