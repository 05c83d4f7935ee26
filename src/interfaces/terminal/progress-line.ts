import { type Progress, timeLeft, timeLeftText } from '../../crawl/events/index.ts';
import { plainText } from '../../foundation/text/index.ts';

interface ProgressLine {
  show(progress: Progress): void;
  /** Shows progress that has no pages to count. */
  report(line: string): void;
  /** Prints a line without tearing the progress. */
  say(line: string): void;
  end(): void;
}

const PLAIN_EVERY_MS = 5_000;

/** Progress with rate and estimate: one line that is redrawn on a terminal, a plain line every few seconds elsewhere. */
export function progressLine(out: NodeJS.WriteStream, maxPages: number): ProgressLine {
  const live = out.isTTY === true;
  let shown = false;
  let lastPlain = 0;
  const marks: Progress[] = [];
  const clear = () => {
    if (shown) out.write('\r\x1b[K');
    shown = false;
  };
  const draw = (line: string, atMs: number) => {
    if (live) {
      out.write(`\r\x1b[K${line.slice(0, (out.columns ?? 80) - 1)}`);
      shown = true;
    } else if (Math.abs(atMs - lastPlain) >= PLAIN_EVERY_MS) {
      lastPlain = atMs;
      out.write(`${line}\n`);
    }
  };
  return {
    show(progress) {
      const { pages } = progress;
      if (pages > 1.05 * (marks.at(-1)?.pages ?? 0)) marks.push(progress);
      const before = marks.findLast((mark) => mark.pages <= 0.8 * pages);
      draw(describe(progress, maxPages, before), progress.activeMs);
    },
    report(line) {
      draw(plainText(line), performance.now());
    },
    say(line) {
      clear();
      out.write(`${plainText(line)}\n`);
    },
    end: clear,
  };
}

/** @param before an earlier moment of the run, which the latest pace is counted from */
function describe(progress: Progress, maxPages: number, before?: Progress): string {
  const { pages, rendered, forms, searchable, relevant, sites, waiting, activeMs } = progress;
  const rate = activeMs > 0 ? (pages * 1_000) / activeMs : 0;
  const lately = before && { done: pages - before.pages, ms: activeMs - before.activeMs };
  const time = timeLeft({
    ...{ done: pages, ms: activeMs, left: waiting, allowed: Math.max(0, maxPages - pages) },
    ...(lately && { lately, growth: (waiting - (before?.waiting ?? 0)) / lately.done + 1 }),
  });
  const parts = [
    `${counted(pages, 'page')} (${rendered} in the browser)`,
    `${rate.toFixed(1)}/s`,
    `${counted(forms, 'form')}, ${searchable} search, ${relevant} relevant`,
    counted(sites, 'site'),
    time !== null && waiting > 0 ? `${waiting} waiting, ${timeLeftText(time)} left` : `${waiting} waiting`,
  ];
  return parts.join(' · ');
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
