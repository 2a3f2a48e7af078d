import { type MediaWork, runFfmpeg, untrustedInput } from './ffmpeg.ts';

/** Lines of the television systems that divide a picture into two halves. */
const dividedHeights = [480, 486, 576, 1080, 1088];
const looked = 120;

/**
 * Whether the pictures are halves of two moments, as camcorders and television make them. What the file says is a hint
 * only: many say nothing, and some call whole pictures divided.
 * @param order ffprobe's `field_order`
 */
export async function isInterlaced(
  path: string,
  { stream, order, height, seconds }: { stream: number; order: string | undefined; height: number; seconds: number },
  work: MediaWork,
): Promise<boolean> {
  const isDeclared = order !== undefined && /^(tt|bb|tb|bt)$/.test(order);
  if (order === 'progressive' || (!isDeclared && !dividedHeights.includes(height))) return false;
  // Past the title, where something moves.
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
