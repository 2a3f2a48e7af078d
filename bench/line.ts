import { stat } from 'node:fs/promises';
import { chunkBytes } from '#contract/upload.ts';
import { makeTestVideo } from '#scripts/make-test-video.ts';
import { until } from '#tests/support/processes.ts';
import { ShapedLine } from '#tests/support/shaped-line.ts';
import { type Figure, median } from './table.ts';
import { onStand, type Stand, signInAt, uploadOurs, uploadTheirs } from './upload-turns.ts';

const megabytes = 96;
const rounds = 3;
const shape = { bitsPerSecond: 20_000_000, delayMs: 50 };
const cutEveryMs = 10_000;
const cutMs = 500;
/** A long absence, after which everybody has tried in vain often enough to wait. */
const awayAfterMs = 6_000;
const awayMs = 20_000;
const backWithinS = 5;
/** More than any question, less than a moment of the file. */
const someOfTheFile = 64 * 1024;
/** By itself tus-js-client gives up after 9 s without a line. */
const patient = [0, 1_000, 3_000, ...new Array<number>(20).fill(5_000)];

/** One who uploads over a line of its own; `begin` is called when the file is about to be chosen. Resolves with seconds. */
interface Contender {
  line: ShapedLine;
  upload(begin: () => void): Promise<number>;
}

interface Turn {
  seconds: number;
  /** Bytes that went up beside the file itself: sent again, and asked. */
  extra: number;
}

/** 20 Mbit/s and 100 ms: with a cut every 10 s, and after a long absence, ours and tus-js-client by turns. */
export async function measureLine(): Promise<Figure[]> {
  const file = await makeTestVideo(megabytes);
  const { size } = await stat(file);
  return onStand(async (stand) => {
    const { context, server, reference } = stand;
    const lines = [await ShapedLine.start(server.port, shape), await ShapedLine.start(reference.port, shape)] as const;
    try {
      await signInAt(context, lines[0].url);
      const ours = ourContender(stand, lines[0], file);
      const tus = (chunkSize: number): Contender => ({
        line: lines[1],
        upload: (begin) =>
          uploadTheirs(context, { url: lines[1].url, file, begin }, { chunkSize, retryDelays: patient }),
      });
      const [chunked, whole] = [tus(chunkBytes), tus(Number.POSITIVE_INFINITY)];
      const turns: [Turn[], Turn[], Turn[]] = [[], [], []];
      for (let round = 0; round < rounds; round++) {
        for (const [at, contender] of [ours, chunked, whole].entries()) {
          turns[at]?.push(await withCuts(contender, size));
        }
      }
      return [...figuresOfCuts(turns), figureOfReturn(await secondsToReturn(ours), await secondsToReturn(chunked))];
    } finally {
      for (const line of lines) await line.stop();
    }
  });
}

function ourContender({ context, newProtocol }: Stand, line: ShapedLine, file: string): Contender {
  return {
    line,
    upload: async (begin) => uploadOurs(context, await newProtocol('Плохая связь'), { url: line.url, file, begin }),
  };
}

async function withCuts({ line, upload }: Contender, size: number): Promise<Turn> {
  let before = 0;
  let cutting: NodeJS.Timeout | undefined;
  let returning: NodeJS.Timeout | undefined;
  const seconds = await upload(() => {
    before = line.bytesUp;
    cutting = setInterval(() => {
      line.cut();
      returning = setTimeout(() => line.restore(), cutMs);
    }, cutEveryMs);
  });
  clearInterval(cutting);
  clearTimeout(returning);
  line.restore();
  const turn = { seconds, extra: line.bytesUp - before - size };
  console.log(`  ${line.url}: ${seconds.toFixed(1)} с, сверх файла ${kilobytes(turn.extra)} КБ`);
  return turn;
}

/** Seconds from the return of the line until the file moves on. */
async function secondsToReturn({ line, upload }: Contender): Promise<number> {
  const { promise: back, resolve, reject } = Promise.withResolvers<number>();
  const uploaded = upload(() => {
    setTimeout(() => line.cut(), awayAfterMs);
    setTimeout(async () => {
      line.restore();
      const [returned, before] = [performance.now(), line.bytesUp];
      await until(() => (line.bytesUp - before > someOfTheFile ? true : undefined), 'the file to go on').catch(reject);
      resolve((performance.now() - returned) / 1000);
    }, awayAfterMs + awayMs);
  });
  const [seconds] = await Promise.all([back, uploaded]);
  return seconds;
}

function figuresOfCuts([ours, chunked, whole]: readonly [Turn[], Turn[], Turn[]]): Figure[] {
  const seconds = (turns: Turn[]) => median(turns.map((turn) => turn.seconds));
  const extra = (turns: Turn[]) => median(turns.map((turn) => turn.extra));
  const what = `${megabytes} МБ по 20 Мбит/с, 100 мс, обрыв каждые 10 с, медиана из ${rounds}`;
  const best = Math.min(seconds(chunked), seconds(whole));
  const least = Math.min(extra(chunked), extra(whole));
  return [
    {
      what,
      measured: `${seconds(ours).toFixed(1)} с`,
      reference: `tus ${seconds(chunked).toFixed(1)} с; без частей ${seconds(whole).toFixed(1)} с`,
      target: 'не медленнее',
      holds: seconds(ours) <= best,
    },
    {
      what: 'сверх файла отправлено при этом',
      measured: `${kilobytes(extra(ours))} КБ`,
      reference: `tus ${kilobytes(extra(chunked))} КБ; без частей ${kilobytes(extra(whole))} КБ`,
      target: 'меньше',
      holds: extra(ours) < least,
    },
  ];
}

function figureOfReturn(ours: number, theirs: number): Figure {
  return {
    what: `первые байты файла после ${awayMs / 1000} с без связи`,
    measured: `через ${ours.toFixed(1)} с`,
    reference: `tus через ${theirs.toFixed(1)} с (с повторами каждые 5 с; сам сдаётся через 9 с)`,
    target: `≤ ${backWithinS} с`,
    holds: ours <= backWithinS,
  };
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0);
}
