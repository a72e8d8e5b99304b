// The live line to the server: it says when the game has moved. Broken, it is taken up again, ever more slowly.

import type { AtTable, LiveMoved, Side } from '../types';

/** The server closes a line with this where its token opens nothing, or another seat than it did. */
const NO_SEAT_HERE = 4401;
const SHORTEST = 150;
const LONGEST = 8000;

/** Waits longer after each failure, and never two pages alike. */
export const patience = (tries: number): number => Math.min(LONGEST, SHORTEST * 2 ** tries) * (0.75 + Math.random() / 2);

export class Line {
  private socket: WebSocket | null = null;
  private tries = 0;
  private closed = false;
  private later: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private open: () => WebSocket,
    private heard: (news: LiveMoved) => void,
    private changed: (connected: boolean) => void,
    private refused: () => void,
    /** Whose players have come to their lines, or gone. */
    private came: (here: Side[]) => void = () => {},
  ) {
    addEventListener('online', this.again);
    document.addEventListener('visibilitychange', this.again);
    this.listen();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.later);
    removeEventListener('online', this.again);
    document.removeEventListener('visibilitychange', this.again);
    this.socket?.close();
  }

  /** The machine is back, or the page is looked at: no more waiting. */
  private again = (): void => {
    if (this.closed || document.hidden || this.socket) return;
    this.tries = 0;
    this.listen();
  };

  private listen(): void {
    clearTimeout(this.later);
    const socket = this.open();
    this.socket = socket;
    socket.onmessage = (message) => {
      // Its first word is where the game stands: nothing that was missed is lost.
      this.tries = 0;
      this.changed(true);
      const word = JSON.parse(String(message.data)) as LiveMoved | AtTable;
      if ('here' in word) this.came(word.here);
      else this.heard(word);
    };
    socket.onclose = ({ code }) => {
      if (this.closed || socket !== this.socket) return;
      this.socket = null;
      this.changed(false);
      if (code === NO_SEAT_HERE) this.refused();
      this.later = setTimeout(() => this.listen(), patience(this.tries++));
    };
  }
}
