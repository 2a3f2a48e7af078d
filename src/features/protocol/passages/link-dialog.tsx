import { type FormEvent, useState } from 'react';
import { isSafeLink } from '#contract/protocols/formatted-text.ts';
import { Button, FormDialog, TextField } from '#src/ui/index.ts';
import { meantAddress } from './formats.ts';

interface LinkDialogProps {
  /** Address of the link that is changed; undefined for a new one. */
  address: string | undefined;
  /** Called with the address; with undefined to remove the link. */
  onChosen: (href: string | undefined) => void;
  onClose: () => void;
}

/** Dialog that asks for the address of a link: a page or a mail address. */
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
