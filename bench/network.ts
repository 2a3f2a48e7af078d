import { stat } from 'node:fs/promises';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { makeTestVideo } from '#scripts/make-test-video.ts';
import { until } from '#tests/support/processes.ts';
import { ShapedNetwork } from '#tests/support/shaped-network.ts';
import type { Devtools } from './devtools.ts';
import { type Figure, median } from './table.ts';
import { onStand, type Stand, uploadOurs, uploadTheirs } from './upload-turns.ts';

const megabytes = 96;
const rounds = 3;
const shape = { bitsPerSecond: 20_000_000, delayMs: 50 };
const cutEveryMs = 10_000;
const cutMs = 500;
/** An absence long enough for retries to have reached long pauses. */
const awayAfterMs = 6_000;
const awayMs = 20_000;
const backWithinS = 5;
/** More than any request takes, less than a moment of the file. */
const someOfTheFile = 64 * 1024;
/** By default tus-js-client gives up after 9 s offline. */
const patient = [0, 1_000, 3_000, ...new Array<number>(20).fill(5_000)];

/**
 * An uploader with a connection of its own. `begin` is called just before the file is chosen; resolves with seconds.
 */
interface Contender {
  network: ShapedNetwork;
  upload(begin: () => void): Promise<number>;
}

interface Turn {
  seconds: number;
  /** Bytes of the file that were sent again; `envelopes` are those of headers and forms. */
  again: number;
  envelopes: number;
}

/**
 * Measures uploads at 20 Mbit/s and 100 ms, with a cut every 10 s and after a long absence: ours and tus-js-client,
 * alternately.
 */
export async function measureNetwork(): Promise<Figure[]> {
  const file = await makeTestVideo(megabytes);
  const { size } = await stat(file);
  return onStand(async (stand) => {
    const { server, reference } = stand;
    const networks = [
      await ShapedNetwork.start(server.port, shape),
      await ShapedNetwork.start(reference.port, shape),
    ] as const;
    try {
      const devtools = await stand.signedInAt(networks[0].url);
      const ours = ourContender(stand, devtools, { network: networks[0], file });
      const tus = (options: { chunkSize?: number }): Contender => ({
        network: networks[1],
        upload: (begin) =>
          uploadTheirs(devtools, { url: networks[1].url, file, begin }, { ...options, retryDelays: patient }),
      });
      const [chunked, whole] = [tus({ chunkSize: chunkBytes }), tus({})];
      const turns: [Turn[], Turn[], Turn[]] = [[], [], []];
      for (let round = 0; round < rounds; round++) {
        for (const [at, contender] of [ours, chunked, whole].entries()) {
          turns[at]?.push(await withCuts(contender, size));
        }
      }
      return [...figuresOfCuts(turns), figureOfReturn(await secondsToReturn(ours), await secondsToReturn(chunked))];
    } finally {
      for (const network of networks) await network.stop();
    }
  });
}

function ourContender(
  { newProtocol }: Stand,
  devtools: Devtools,
  { network, file }: { network: ShapedNetwork; file: string },
): Contender {
  return {
    network,
    upload: async (begin) => uploadOurs(devtools, await newProtocol('Плохая связь'), { url: network.url, file, begin }),
  };
}

async function withCuts({ network, upload }: Contender, size: number): Promise<Turn> {
  let before = { bytesUp: 0, envelopesUp: 0 };
  let cutting: NodeJS.Timeout | undefined;
  let returning: NodeJS.Timeout | undefined;
  const seconds = await upload(() => {
    before = { bytesUp: network.bytesUp, envelopesUp: network.envelopesUp };
    cutting = setInterval(() => {
      network.cut();
      returning = setTimeout(() => network.restore(), cutMs);
    }, cutEveryMs);
  });
  clearInterval(cutting);
  clearTimeout(returning);
  network.restore();
  const envelopes = network.envelopesUp - before.envelopesUp;
  return { seconds, again: network.bytesUp - before.bytesUp - envelopes - size, envelopes };
}

/** Seconds from the return of the connection until the file moves on. */
async function secondsToReturn({ network, upload }: Contender): Promise<number> {
  const { promise: back, resolve, reject } = Promise.withResolvers<number>();
  const uploaded = upload(() => {
    setTimeout(() => network.cut(), awayAfterMs);
    setTimeout(async () => {
      network.restore();
      const [returned, before] = [performance.now(), network.bytesUp];
      await until(() => (network.bytesUp - before > someOfTheFile ? true : undefined), 'the file to go on').catch(
        reject,
      );
      resolve((performance.now() - returned) / 1000);
    }, awayAfterMs + awayMs);
  });
  const [seconds] = await Promise.all([back, uploaded]);
  return seconds;
}

function figuresOfCuts([ours, chunked, whole]: readonly [Turn[], Turn[], Turn[]]): Figure[] {
  const seconds = (turns: Turn[]) => median(turns.map((turn) => turn.seconds));
  const again = (turns: Turn[]) => median(turns.map((turn) => turn.again));
  const envelopes = (turns: Turn[]) => kilobytes(median(turns.map((turn) => turn.envelopes)));
  const sent = (turns: Turn[]) => `${kilobytes(again(turns))} КБ (и ${envelopes(turns)} КБ заголовков)`;
  const what = `${megabytes} МБ по 20 Мбит/с, 100 мс, обрыв каждые 10 с, медиана из ${rounds}`;
  const best = Math.min(seconds(chunked), seconds(whole));
  const least = Math.min(again(chunked), again(whole));
  return [
    {
      what,
      measured: `${seconds(ours).toFixed(1)} с`,
      reference: `tus ${seconds(chunked).toFixed(1)} с; без частей ${seconds(whole).toFixed(1)} с`,
      target: 'не медленнее',
      holds: seconds(ours) <= best,
    },
    {
      what: 'отправлено повторно при этом',
      measured: sent(ours),
      reference: `tus ${sent(chunked)}; без частей ${sent(whole)}`,
      target: 'меньше',
      holds: again(ours) < least,
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
