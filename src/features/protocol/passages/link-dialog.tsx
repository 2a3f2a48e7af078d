import { type FormEvent, useState } from 'react';
import { isSafeLink } from '#contract/formatted-text.ts';
import { Button, FormDialog, TextField } from '#src/ui/index.ts';
import { meantAddress } from './formats.ts';

interface LinkDialogProps {
  /** Where the link leads to that is changed; undefined where there is none yet. */
  address: string | undefined;
  /** Called with the address; with undefined where it is to lead nowhere. */
  onChosen: (href: string | undefined) => void;
  onClose: () => void;
}

/** Asks where a link leads to: a page or a mail address. */
export function LinkDialog({ address, onChosen, onClose }: LinkDialogProps) {
  const before = address?.replace(/^mailto:/, '') ?? '';
  const [typed, setTyped] = useState(before);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const href = meantAddress(typed);
    if (isSafeLink(href)) onChosen(href);
    else setError('Адрес страницы или почты, например example.org/otchet');
  };
  return (
    <FormDialog
      title="Ссылка"
      submit="Готово"
      busy={false}
      dirty={typed !== before}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Адрес"
        inputMode="url"
        autoComplete="off"
        autoFocus
        spellCheck={false}
        hint="Страница или почта"
        error={error}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {address === undefined ? null : (
        <div>
          <Button size="small" onClick={() => onChosen(undefined)}>
            Убрать ссылку
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
