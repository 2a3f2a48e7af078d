import { codecs, leftOut } from './kinds/codecs.ts';
import { containers } from './kinds/containers.ts';
import { damages } from './kinds/damages.ts';
import { lengths } from './kinds/lengths.ts';
import { names } from './kinds/names.ts';
import { pictures } from './kinds/pictures.ts';
import { tracks } from './kinds/tracks.ts';
import type { Group } from './recording-kind.ts';

/** Every kind of recording, by group. */
export const groups: readonly Group[] = [containers, codecs, pictures, lengths, tracks, damages, names];
export { leftOut };
