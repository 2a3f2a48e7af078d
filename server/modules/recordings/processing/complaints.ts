/** What decoders say of the first pictures of a recording that begins in the middle of something. */
const harmless = /no frame!|mmco|co located|reorder|Missing reference|backstep|frame num gap|reference frames/i;
/** Said once more of what was said before. */
const repeated = /Last message repeated|Error while decoding stream|Error submitting packet to decoder/;
const pictureDecoder =
  /^\[(h26[134]|hevc|vvc|vp[0-9]|(lib)?(aom-?)?av1|libdav1d|mpeg[124]\w*|mjpeg|wmv\d|vc1|prores) @/;
/** As much of ffmpeg's words is kept: of more the first line is half a line. */
const kept = 16 * 1024;

/** Whether nothing is missing by which these complaints of ffmpeg's could be told. */
export function isHarmless(complaints: string): boolean {
  return harmful(complaints).length === 0;
}

/** Whether something other than the decoding of pictures complains. */
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
    // Until what describes the pictures comes, none of them can be decoded.
    const lacks = /non-existing PPS/.test(line) || (/decode_slice_header/.test(line) && /non-existing PPS/.test(cause));
    if (isBeginning && lacks) return false;
    if (!/no frame!/.test(line)) isBeginning = false;
    return !harmless.test(line);
  });
}
