import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { User } from '#contract/identity/user.ts';
import type { Picture } from '#src/data/person/index.ts';
import { Button, FileButton, fieldStyles as field, layout } from '#src/ui/index.ts';
import styles from './avatar.module.css';
import { Avatar } from './avatar.tsx';
import { avatarAccept, avatarHint, prepareAvatar } from './avatar-file.ts';

interface AvatarFieldProps {
  person: Pick<User, 'name' | 'email'>;
  /** Address of the stored picture. */
  src: string | null | undefined;
  value: Picture;
  /** The server's error about the picture. */
  error?: string | undefined;
  onChange: (value: Picture) => void;
}

/** Field for the photo of a person: choose with a preview, replace, remove. */
export function AvatarField({ person, src, value, error, onChange }: AvatarFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choices = useRef(0);
  const [problem, setProblem] = useState<string>();
  const preview = usePreview(value);
  const shown = value === 'remove' ? undefined : (preview ?? src);
  const message = problem ?? error;

  const pick = async (file: File) => {
    const turn = ++choices.current;
    setProblem(undefined);
    const prepared = await prepareAvatar(file);
    // Meanwhile another photo was chosen, or the photo was removed.
    if (turn !== choices.current) return;
    if ('picture' in prepared) onChange(prepared.picture);
    else setProblem(prepared.problem);
  };
  const remove = () => {
    choices.current += 1;
    setProblem(undefined);
    onChange(src ? 'remove' : 'keep');
    // The button is removed together with the photo.
    input.current?.focus();
  };

  return (
    <fieldset className={styles.field}>
      <legend className={field.label}>Фото</legend>
      <Avatar person={person} src={shown} size="large" />
      <div className={styles.choice}>
        <div className={layout.row(2)}>
          <FileButton
            label={shown ? 'Заменить фото' : 'Выбрать фото'}
            accept={avatarAccept}
            inputRef={input}
            describedBy={message ? `${id}-error ${id}-hint` : `${id}-hint`}
            invalid={Boolean(message)}
            onPick={(file) => void pick(file)}
          />
          {shown ? (
            <Button variant="quiet" onClick={remove}>
              Убрать фото
            </Button>
          ) : null}
          {value === 'remove' ? (
            <Button
              variant="quiet"
              onClick={() => {
                onChange('keep');
                input.current?.focus();
              }}
            >
              Вернуть фото
            </Button>
          ) : null}
        </div>
        <p id={`${id}-hint`} className={field.hint}>
          {avatarHint()}
        </p>
        <div role="alert">
          {message ? (
            <p id={`${id}-error`} className={field.error}>
              {message}
            </p>
          ) : null}
        </div>
      </div>
    </fieldset>
  );
}

/** Returns an object URL of the chosen file, valid while it is chosen. */
function usePreview(value: Picture): string | undefined {
  const preview = useMemo(() => (value instanceof File ? URL.createObjectURL(value) : undefined), [value]);
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
  }, [preview]);
  return preview;
}
