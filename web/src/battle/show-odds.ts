// The switch for those who want to guess the odds themselves.

const KEY = 'grognard.odds';

export const showsOdds = (): boolean => localStorage.getItem(KEY) !== 'off';
export const setShowsOdds = (on: boolean): void => localStorage.setItem(KEY, on ? 'on' : 'off');
