// "Your move", told to a player who is not looking at the table: in the title, in the icon, by a notification.

import { text } from '../text';
import type { Play } from './play.svelte';

const KEY = 'grognard.notify';
const MARKED = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#22262b"/><circle cx="16" cy="16" r="9" fill="#e69f00"/></svg>')}`;

/** Asked for and granted, in this browser. */
export const wantsNews = (): boolean => typeof Notification !== 'undefined' && Notification.permission === 'granted' && localStorage.getItem(KEY) === 'on';
export const canTell = (): boolean => typeof Notification !== 'undefined';

/** Asks for consent, and tries it out: null where we are told, otherwise why not. */
export async function askForNews(): Promise<string | null> {
  if ((await Notification.requestPermission()) !== 'granted') return text.friends.denied;
  try {
    new Notification(text.friends.notified, { tag: 'grognard' });
  } catch {
    // Phones show only what a worker sends, and this page has none.
    return text.friends.cannotTell;
  }
  localStorage.setItem(KEY, 'on');
  return null;
}
export const noNews = (): void => localStorage.removeItem(KEY);

/** Whether the game waits for this seat. */
export const isAsked = (play: Play): boolean =>
  Boolean(play.view && !play.view.outcome && play.replay === null && (play.view.asked?.mine || (play.view.dice && play.throws)));

/** Marks the icon while it is our move, and tells it once to a player who looks elsewhere. To be called from an effect. */
export function markIcon(asked: boolean): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const plain = icon?.href ?? '';
  if (asked && icon) icon.href = MARKED;
  return () => {
    if (icon) icon.href = plain;
  };
}

export function tell(play: Play): void {
  if (!document.hidden || !wantsNews()) return;
  try {
    const news = new Notification(text.friends.yourMove, { body: play.view?.scenario.title ?? '', tag: play.id });
    news.onclick = () => (focus(), news.close());
  } catch {
    noNews();
    play.note(text.friends.cannotTell, null);
  }
}
