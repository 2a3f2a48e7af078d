import Paperclip from 'lucide-react/icons/paperclip';
import { type ComponentProps, type DragEvent, useRef, useState } from 'react';
import { bareOffers, lastOffers } from '#src/data/provider/index.ts';
import { Button } from '#src/ui/index.ts';
import { addFiles } from './chosen-files.ts';

export type PickedFiles = ReturnType<typeof usePickedFiles>;

/**
 * Adds files that are picked, or dropped anywhere on an element, to the chosen ones; returns why others were refused.
 */
export function usePickedFiles(chosen: readonly File[], onChange: (files: File[]) => void) {
  const [refused, setRefused] = useState<string[]>([]);
  const [isOver, setOver] = useState(false);
  const pick = async (picked: readonly File[]) => {
    const { namedFileKinds } = await lastOffers().catch(() => bareOffers);
    const result = addFiles(chosen, picked, namedFileKinds);
    setRefused(result.refused);
    onChange(result.files);
  };
  const hold = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Otherwise the browser would open the file in place of the app.
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

interface FilesButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> {
  label: string;
  /** Name of the file input. */
  field: string;
  onPick: (files: File[]) => void;
}

/** A button that lets any number of files be chosen. */
export function FilesButton({ label, field, onPick, ...look }: FilesButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={field}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          // Cleared, so that picking the same file again fires a change event.
          event.currentTarget.value = '';
          onPick(chosen);
        }}
      />
      <Button icon={Paperclip} {...look} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
