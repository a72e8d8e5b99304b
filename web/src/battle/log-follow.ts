// Whether the log follows by itself: it does until a hand scrolls away from its end, and not because its box has
// changed its size, something was opened in it, or because the newest line does not stand at the very end.

/** This near the end the log counts as not scrolled back. */
const END = 48;
/** Pixels are not whole on every screen. */
const SAME = 2;

export type Scrolled = { scrollTop: number; scrollHeight: number; clientHeight: number };

export class LogFollow {
  /** Scrolled back, the log is being read: nothing in it moves. */
  reads = false;
  /** He has opened something: it stays where it is until something new is told, or he goes to the end himself. */
  holds = false;
  private ours = 0;
  private size = '';

  /** Something was opened or folded by hand: that is no scrolling back. */
  opens(): void {
    this.holds = true;
  }

  /** On to what is new: something is told while the log is not read back, or the player wishes it. */
  goes(): void {
    this.reads = this.holds = false;
  }

  /** We have scrolled, or the box has found another size while we follow. */
  placed(box: Scrolled): void {
    this.ours = box.scrollTop;
    this.size = sizeOf(box);
  }

  /** The box has found another size: whether it goes on to its end. If it is being read, or something was opened, it stays where it is. */
  sized(box: Scrolled): boolean {
    if (!this.reads && !this.holds) return true;
    this.placed(box);
    return false;
  }

  /** The box says that it was scrolled: by us, by a change of its size, or by a hand. */
  scrolled(box: Scrolled): void {
    const byHand = Math.abs(box.scrollTop - this.ours) > SAME && this.size === sizeOf(box);
    this.ours = box.scrollTop;
    this.size = sizeOf(box);
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight <= END;
    if (atEnd && (byHand || !this.holds)) this.goes();
    else if (byHand) this.reads = true;
  }
}

const sizeOf = ({ scrollHeight, clientHeight }: Scrolled): string => `${scrollHeight}/${clientHeight}`;
