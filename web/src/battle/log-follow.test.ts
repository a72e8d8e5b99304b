import { describe, expect, it } from 'vitest';
import { LogFollow } from './log-follow';

const box = (scrollTop: number, clientHeight = 300, scrollHeight = 1000) => ({ scrollTop, clientHeight, scrollHeight });

describe('the log follows', () => {
  it('until a hand scrolls back, and again from the end', () => {
    const log = new LogFollow();
    log.placed(box(700));
    log.scrolled(box(500));
    expect(log.reads).toBe(true);
    log.scrolled(box(690));
    expect(log.reads).toBe(false);
  });
  it('also when its newest line is not the last', () => {
    const log = new LogFollow();
    log.placed(box(400));
    log.scrolled(box(400));
    expect(log.reads).toBe(false);
  });
  it('when the card above it grows or shrinks', () => {
    const log = new LogFollow();
    log.placed(box(700));
    // The box is lower now, and the browser has moved what is in it.
    log.scrolled(box(620, 200));
    expect(log.reads).toBe(false);
    // A hand moves it afterwards.
    log.scrolled(box(300, 200));
    expect(log.reads).toBe(true);
  });
  it('when turns are folded above', () => {
    const log = new LogFollow();
    log.placed(box(700));
    log.scrolled(box(300, 300, 800));
    expect(log.reads).toBe(false);
  });
  it('on to what is told next also after something was opened, which stays where it is until then', () => {
    const log = new LogFollow();
    log.placed(box(700));
    log.opens();
    // What was opened has grown: it was not scrolled.
    log.placed(box(700, 300, 1090));
    expect([log.reads, log.holds]).toEqual([false, true]);
    log.goes();
    expect([log.reads, log.holds]).toEqual([false, false]);
  });
  it('not where a hand scrolls back to what it has opened, until it goes to the end', () => {
    const log = new LogFollow();
    log.placed(box(700));
    log.opens();
    log.placed(box(700, 300, 1090));
    log.scrolled(box(640, 300, 1090));
    expect(log.reads).toBe(true);
    log.scrolled(box(788, 300, 1090));
    expect(log.reads).toBe(false);
  });
  it('again for whoever read back, opened something there and has gone to the end himself', () => {
    const log = new LogFollow();
    log.placed(box(700));
    log.scrolled(box(0));
    expect(log.reads).toBe(true);
    log.opens();
    // What was opened has made it longer before he goes to the end.
    expect(log.sized(box(0, 300, 1600))).toBe(false);
    log.scrolled(box(1300, 300, 1600));
    expect([log.reads, log.holds]).toEqual([false, false]);
    expect(log.sized(box(1300, 300, 1700))).toBe(true);
  });
});
