import { chunkBytes } from '#contract/upload.ts';
import { makeTestVideo } from '#scripts/make-test-video.ts';
import { type Figure, median } from './table.ts';
import { onStand, uploadOurs, uploadTheirs } from './upload-turns.ts';

const megabytes = 512;
const rounds = 5;
const target = 0.9;

/** Uploads the same file in the same browser, by turns: our queue with staging and hashing, and tus-js-client. */
export async function measureUpload(): Promise<Figure[]> {
  const file = await makeTestVideo(megabytes);
  return onStand(async ({ signedInAt, server, reference, newProtocol }) => {
    const devtools = await signedInAt(server.url);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const seconds = await uploadOurs(devtools, await newProtocol(`Замер ${round}`), { url: server.url, file });
      const their = await uploadTheirs(devtools, { url: reference.url, file }, { chunkSize: chunkBytes });
      // The first round warms both up.
      if (round === 0) continue;
      ours.push(megabytes / seconds);
      theirs.push(megabytes / their);
    }
    const ratio = median(ours) / median(theirs);
    return [
      {
        what: `загрузка ${megabytes} МБ на loopback, медиана из ${rounds}`,
        measured: `${median(ours).toFixed(0)} МБ/с (×${ratio.toFixed(2)})`,
        reference: `tus ${median(theirs).toFixed(0)} МБ/с`,
        target: `≥ ×${target}`,
        holds: ratio >= target,
      },
    ];
  });
}
