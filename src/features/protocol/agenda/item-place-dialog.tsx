import { useState } from 'react';
import { shortened } from '#contract/text/shortened.ts';
import { FormDialog, TextField } from '#src/ui/index.ts';

interface ItemPlaceDialogProps {
  title: string;
  /** Place of the item, counted from 1. */
  place: number;
  total: number;
  onMove: (place: number) => void;
  onClose: () => void;
}

/** Dialog that asks for the new place of an agenda item. */
export function ItemPlaceDialog({ title, place, total, onMove, onClose }: ItemPlaceDialogProps) {
  const [typed, setTyped] = useState(String(place));
  const [error, setError] = useState<string>();
  return (
    <FormDialog
      title="Переместить вопрос"
      submit="Переместить"
      busy={false}
      dirty={false}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = Number(typed.trim());
        if (Number.isInteger(wanted) && wanted >= 1 && wanted <= total) onMove(wanted);
        else setError(`Номер от 1 до ${total}`);
      }}
    >
      <p>«{shortened(title)}»</p>
      <TextField
        label="Каким по счёту поставить"
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        hint={`Сейчас ${place}-й из ${total}`}
        error={error}
        value={typed}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  );
}
