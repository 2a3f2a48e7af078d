import { chunkBytes } from '#contract/recordings/upload.ts';
import { makeTestVideo } from '#scripts/make-test-video.ts';
import { type Figure, median } from './table.ts';
import { onStand, uploadOurs, uploadTheirs } from './upload-turns.ts';

const megabytes = 512;
const rounds = 9;
const target = 0.9;

/**
 * Uploads the same file in the same browser, alternately: by our queue with staging and hashing, and by tus-js-client.
 * Machines have slow minutes, and virtual ones are slow where they touch memory first: so each turn is compared with
 * its neighbour.
 */
export async function measureUpload(): Promise<Figure[]> {
  const file = await makeTestVideo(megabytes);
  return onStand(async ({ signedInAt, server, reference, newProtocol }) => {
    const devtools = await signedInAt(server.url);
    const turns = {
      ours: async (round: number) =>
        uploadOurs(devtools, await newProtocol(`Замер ${round}`), { url: server.url, file }),
      theirs: () => uploadTheirs(devtools, { url: reference.url, file }, { chunkSize: chunkBytes }),
    };
    const pairs: { ours: number; theirs: number }[] = [];
    for (let round = 0; round <= rounds; round++) {
      const pair = { ours: 0, theirs: 0 };
      const order = round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
      for (const who of order) pair[who] = megabytes / (await turns[who](round));
      // The first round warms both up.
      if (round > 0) pairs.push(pair);
    }
    const ratio = median(pairs.map(({ ours, theirs }) => ours / theirs));
    const speed = (who: 'ours' | 'theirs') => `${median(pairs.map((pair) => pair[who])).toFixed(0)} МБ/с`;
    return [
      {
        what: `загрузка ${megabytes} МБ на loopback, медиана из ${rounds}`,
        measured: `${speed('ours')} (×${ratio.toFixed(2)})`,
        reference: `tus ${speed('theirs')}`,
        target: `≥ ×${target}`,
        holds: ratio >= target,
      },
    ];
  });
}
