import { type MediaWork, runFfmpeg, untrustedInput } from './ffmpeg.ts';

/** Numbers of lines used by interlaced television systems. */
const dividedHeights = [480, 486, 576, 1080, 1088];
const looked = 120;

/**
 * Returns whether the pictures are interlaced, as from camcorders and television. The file's own statement is only a
 * hint: many files state nothing, and some call progressive pictures interlaced.
 * @param order ffprobe's `field_order`
 */
export async function isInterlaced(
  path: string,
  { stream, order, height, seconds }: { stream: number; order: string | undefined; height: number; seconds: number },
  work: MediaWork,
): Promise<boolean> {
  const isDeclared = order !== undefined && /^(tt|bb|tb|bt)$/.test(order);
  if (order === 'progressive' || (!isDeclared && !dividedHeights.includes(height))) return false;
  // After the title, where something moves.
  const from = ['-ss', (seconds / 3).toFixed(2)];
  const look = ['-map', `0:${stream}`, '-vf', 'idet', '-frames:v', String(looked), '-f', 'null', '-'];
  const { stderr } = await runFfmpeg(
    ['-v', 'info', '-threads', '2', ...from, ...untrustedInput(path), ...look],
    seconds,
    { ...work, progress: () => undefined },
  );
  const counts = /Multi frame detection: TFF:\s*(\d+) BFF:\s*(\d+) Progressive:\s*(\d+)/.exec(stderr);
  const [top, bottom, whole] = (counts ?? []).slice(1).map(Number);
  const divided = (top ?? 0) + (bottom ?? 0);
  return isDeclared ? divided * 4 >= (whole ?? 0) : divided > (whole ?? 0);
}
