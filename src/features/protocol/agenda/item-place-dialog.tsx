import { useState } from 'react';
import { shortened } from '#contract/shortened.ts';
import { FormDialog, TextField } from '#src/ui/index.ts';

interface ItemPlaceDialogProps {
  /** The title of the question. */
  title: string;
  /** Its place and the number of questions, counted from 1. */
  place: number;
  total: number;
  onMove: (place: number) => void;
  onClose: () => void;
}

/** Asks for the place in the agenda that a question is to have. */
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
