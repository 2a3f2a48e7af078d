/** Messages of decoders about the first pictures of a recording that begins in the middle of a stream. */
const harmless = /no frame!|mmco|co located|reorder|Missing reference|backstep|frame num gap|reference frames/i;
/** Messages that only repeat an earlier one. */
const repeated = /Last message repeated|Error while decoding stream|Error submitting packet to decoder/;
const pictureDecoder =
  /^\[(h26[134]|hevc|vvc|vp[0-9]|(lib)?(aom-?)?av1|libdav1d|mpeg[124]\w*|mjpeg|wmv\d|vc1|prores) @/;
/**
 * Maximum number of characters kept of ffmpeg's messages; when they are longer, the first line kept may be incomplete.
 */
const kept = 16 * 1024;

/** Returns whether these messages of ffmpeg show no loss. */
export function isHarmless(complaints: string): boolean {
  return harmful(complaints).length === 0;
}

/** Returns whether anything besides the decoding of pictures has failed. */
export function isMoreThanPictures(complaints: string): boolean {
  return harmful(complaints).some((line) => !pictureDecoder.test(line));
}

function harmful(complaints: string): string[] {
  const lines = complaints.split('\n').slice(complaints.length < kept ? 0 : 1);
  let before = '';
  let isBeginning = true;
  return lines.filter((line) => {
    if (line.trim() === '' || (repeated.test(line) && before !== '')) return false;
    const cause = before;
    before = line;
    // Until the parameter sets arrive, no picture can be decoded.
    const lacks = /non-existing PPS/.test(line) || (/decode_slice_header/.test(line) && /non-existing PPS/.test(cause));
    if (isBeginning && lacks) return false;
    if (!/no frame!/.test(line)) isBeginning = false;
    return !harmless.test(line);
  });
}
