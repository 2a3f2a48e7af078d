import type { BrowserKind } from './cell-browser.ts';
import type { CellRun } from './cell-run.ts';

/** Where in an upload a fault strikes (offline.md, «The matrix that proves it»). */
export const moments = {
  a: 'before the first byte',
  b: 'staging',
  c: 'mid-chunk',
  d: 'body sent, no reply',
  e: 'server committed, acknowledgement unwritten',
  f: 'last chunk',
  g: 'resync',
  h: 'paused',
} as const;
export type Moment = keyof typeof moments;

/** One cell of the matrix: an upload that has a fault at one moment, and must arrive all the same. */
export interface Cell {
  /** The row of the matrix. */
  fault: string;
  moment: Moment;
  /** Whether it belongs to the short form, which runs with the other browser tests. */
  short?: boolean;
  /** Whether it belongs to the pass in real time. */
  realTime?: boolean;
  /** In milliseconds; by default 60 s. */
  timeoutMs?: number;
  /** By default `shared`. */
  browser?: BrowserKind;
  /** `given-up`: the recording is not to arrive, since the person or the browser removed it. */
  outcome?: 'arrives' | 'given-up';
  /** Uploads the recording through the fault; the pass criteria of every cell are checked when it is over. */
  run(run: CellRun): Promise<void>;
}

export function cellName({ fault, moment }: Pick<Cell, 'fault' | 'moment'>): string {
  return `${fault} · ${moment}`;
}

/** Letters of the moments at which the row's cells belong to these passes. */
interface RowOptions extends Pick<Cell, 'timeoutMs' | 'browser' | 'outcome'> {
  short?: string;
  realTime?: string;
}

/** A row of the matrix: the same fault at each of these moments, by their letters. */
export function row(
  fault: string,
  letters: string,
  run: (run: CellRun, moment: Moment) => Promise<void>,
  { short = '', realTime = '', ...more }: RowOptions = {},
): Cell[] {
  return (letters.split('') as Moment[]).map((moment) => ({
    ...more,
    fault,
    moment,
    short: short.includes(moment),
    realTime: realTime.includes(moment),
    run: (cellRun) => run(cellRun, moment),
  }));
}
