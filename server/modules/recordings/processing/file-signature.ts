const starts: [offset: number, bytes: string][] = [
  [4, 'ftyp'],
  [4, 'moov'],
  [4, 'mdat'],
  [4, 'free'],
  [4, 'wide'],
  [4, 'skip'],
  [0, '\x1a\x45\xdf\xa3'],
  [0, 'RIFF'],
  [0, 'OggS'],
  [0, 'FLV\x01'],
  [0, '\x00\x00\x01\xba'],
  [0, '\x00\x00\x01\xb3'],
  [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11'],
  [0, 'ID3'],
  [0, 'fLaC'],
];

/** Whether a file begins as recordings do: one that then cannot be read is damaged, any other never was one. */
export function beginsAsRecording(head: Buffer): boolean {
  const text = head.toString('latin1');
  if (starts.some(([offset, bytes]) => text.startsWith(bytes, offset))) return true;
  // A transport stream has 0x47 at the start of every packet of 188 bytes.
  return head.length > 376 && head[0] === 0x47 && head[188] === 0x47 && head[376] === 0x47;
}
