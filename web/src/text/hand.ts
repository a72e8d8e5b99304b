// What a hand does with a pointer: a mouse clicks, a finger taps.

const finger = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

export const click = finger ? 'tap' : 'click';
/** Words of a battle, which are written for a mouse. */
export const byHand = (words: string): string => (finger ? words.replace(/\b([Cc])lick/g, (_, c: string) => (c === 'C' ? 'Tap' : 'tap')) : words);
export const Click = finger ? 'Tap' : 'Click';
