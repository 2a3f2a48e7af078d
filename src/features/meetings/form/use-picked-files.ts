import { type DragEvent, useState } from 'react';
import { bareOffers, lastOffers } from '#src/data/provider/index.ts';
import { addFiles, type FilesValue } from '../base/chosen-files.ts';

/** Files that are picked, or dropped anywhere on a form: what is not taken is said, the rest is added. */
export function usePickedFiles(value: FilesValue, onChange: (value: FilesValue) => void) {
  const [refused, setRefused] = useState<string[]>([]);
  const [isOver, setOver] = useState(false);
  const pick = async (picked: readonly File[]) => {
    const { namedFileKinds } = await lastOffers().catch(() => bareOffers);
    const result = addFiles(value.added, picked, namedFileKinds);
    setRefused(result.refused);
    onChange({ ...value, added: result.files });
  };
  const hold = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Else the browser would open it in the place of the app.
    event.preventDefault();
    setOver(false);
    void pick([...event.dataTransfer.files]);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  return {
    refused,
    isOver,
    pick,
    forget: () => setRefused([]),
    zone: { onDragEnter: hold, onDragOver: hold, onDragLeave: leave, onDrop: drop },
  };
}
