/** Whether the bytes can still be read: a failed request does not tell a lost connection from a file that is gone. */
export async function isReadable(blob: Blob): Promise<boolean> {
  try {
    await blob.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
