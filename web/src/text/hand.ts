// What a hand does with a pointer: a mouse clicks, a finger taps.

const finger = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

export const click = finger ? 'tap' : 'click';
export const Click = finger ? 'Tap' : 'Click';
