import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  memo,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useFormContext, useWatch } from 'react-hook-form';
import { useStore } from 'zustand';
import type { Passage } from '#contract/protocols/formatted-text.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { Button, fieldStyles } from '#src/ui/index.ts';
import { afterFrame } from '../editing/after-frame.ts';
import type { AgendaForm } from '../editing/agenda-form.ts';
import { pasteTable, tableText, typeText } from '../editing/pasted-text.ts';
import { useFieldError } from '../editing/use-field-error.ts';
import { WrittenText } from '../editing/written-text.tsx';
import type { PassageEditor, Pasted } from './editor/open-editor.ts';
import { type Format, formatOfKey, leavePassage, type PassageInWriting, passageInWriting } from './formats.ts';
import type { FormattedField } from './formatted-field.tsx';
import { WaitingField } from './waiting-field.tsx';

const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }));

let Formatted: typeof FormattedField | undefined;
let loading: Promise<void> | undefined;

/**
 * Loads the editor with its bar and dialog; most passages are plain, and the editor is larger than the code of the
 * sheet.
 */
function loadEditor(): Promise<void> {
  const parts = () =>
    Promise.all([import('./formatted-field.tsx'), import('./formatting-bar.tsx'), import('./link-dialog.tsx')]);
  loading ??= parts().then(
    ([{ FormattedField: loaded }]) => {
      Formatted = loaded;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** Loads the editor before a formatted passage is pressed. */
export function useEditorAhead(isNeeded: boolean): void {
  useEffect(() => {
    // A failure is shown by the passage when it is edited.
    if (isNeeded) loadEditor().catch(() => undefined);
  }, [isNeeded]);
}

/**
 * Returns the passage being edited, where the server stores formatting; renders when the formatting at the caret
 * changes.
 */
export function usePassageInWriting(): PassageInWriting | undefined {
  const passage = useStore(passageInWriting, (state) => state.passage);
  return useOffers().formattedText ? passage : undefined;
}

interface PassageFieldProps {
  place: Passage;
  label: string;
  className: string | undefined;
}

/**
 * «Слушали» and «Выступили» in edit mode: a plain field, which becomes a formatted one as soon as formatting is
 * requested or pasted.
 */
export const PassageField = memo(function PassageField({ place, label, className }: PassageFieldProps) {
  const { formattedText } = useOffers();
  const error = useFieldError(place);
  const { register } = useFormContext<AgendaForm>();
  const registered = register(place);
  const name = `formats.${place}` as const;
  const isFormatted = useWatch({ name, compute: (blocks: unknown) => Array.isArray(blocks) && blocks.length > 0 });
  // Removing the last bold word must not replace the field under the caret.
  const [wasFormatted, setWasFormatted] = useState(isFormatted);
  if (isFormatted && !wasFormatted) setWasFormatted(true);
  /** What to do with the text as soon as the editor is open. */
  const [begin, setBegin] = useState<(editor: PassageEditor) => void>();
  const [hasFailed, setFailed] = useState(false);
  const [link, setLink] = useState<{ address: string | undefined }>();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const plain = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<PassageEditor>(null);
  const note = useId();
  const load = () => {
    setFailed(false);
    return loadEditor().then(
      () => {
        redraw();
        return true;
      },
      () => {
        setFailed(true);
        return false;
      },
    );
  };
  const isWaiting = wasFormatted && !Formatted;
  const fetchEditor = useEffectEvent(load);
  useEffect(() => {
    if (isWaiting) void fetchEditor();
  }, [isWaiting]);

  /** Continues with the current text and caret of the plain field. Resolves with whether the editor could be loaded. */
  const perform = async (work: (editor: PassageEditor) => void): Promise<boolean> => {
    if (!editor.current && !(await load())) return false;
    if (editor.current) {
      work(editor.current);
      return true;
    }
    const { selectionStart = 0, selectionEnd = 0 } = plain.current ?? {};
    flushSync(() =>
      setBegin(() => (opened: PassageEditor) => {
        opened.select(selectionStart, selectionEnd);
        work(opened);
      }),
    );
    return true;
  };
  const passage: Pick<PassageInWriting, 'apply' | 'askLink'> = {
    apply: (format: Format) => void perform(({ apply }) => apply(format)),
    askLink: () => void load().then((isDone) => isDone && setLink({ address: editor.current?.link() })),
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const format = formatOfKey(event);
    if (!format || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (format === 'link') passage.askLink();
    else passage.apply(format);
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted: Pasted = {
      html: event.clipboardData.getData('text/html'),
      text: event.clipboardData.getData('text/plain'),
    };
    if (!looksFormatted.test(pasted.html)) return pasteTable(event);
    event.preventDefault();
    if (Formatted) void perform((opened) => opened.paste(pasted));
    // The words are pasted at once as plain text, because the formatted text would come later and perhaps elsewhere.
    else typeText(event.currentTarget, tableText(pasted.html) ?? pasted.text);
  };
  // A field that is unmounted with its item gets no blur event.
  useLayoutEffect(() => () => passageInWriting.setState({ passage: undefined }), []);
  const shared = { place, label, className, error, describedBy: hasFailed ? note : undefined };
  return (
    <>
      {isWaiting ? (
        <WaitingField {...shared} isReadOnly={hasFailed} onTyped={(typed) => setBegin(() => typed)} />
      ) : Formatted && (wasFormatted || begin) ? (
        <Formatted {...shared} ref={editor} begin={begin} passage={passage} />
      ) : (
        <WrittenText
          place={place}
          label={label}
          className={className}
          error={error}
          {...registered}
          ref={(element) => {
            registered.ref(element);
            plain.current = element;
          }}
          onFocus={({ currentTarget }) => {
            const offer = () => {
              if (currentTarget !== document.activeElement) return;
              passageInWriting.setState({ passage: { ...passage, active: new Set() } });
            };
            // Loads the editor ahead, so that it is ready when it is needed.
            if (formattedText)
              loadEditor().then(
                () => void afterFrame(offer),
                () => undefined,
              );
          }}
          onBlurCapture={leavePassage}
          onKeyDown={formattedText ? press : undefined}
          onPaste={formattedText ? paste : pasteTable}
        />
      )}
      {hasFailed ? (
        <p id={note} role="status" className={fieldStyles.hint}>
          {isWaiting
            ? 'Оформленный текст пока можно только прочитать: часть приложения, которая его правит, не загрузилась. '
            : 'Оформление сейчас недоступно: его часть приложения не загрузилась. Текст сохраняется как есть. '}
          <Button size="small" onClick={() => void load()}>
            Повторить
          </Button>
        </p>
      ) : null}
      {link ? (
        <Suspense fallback={null}>
          <LinkDialog
            address={link.address}
            onClose={() => setLink(undefined)}
            onChosen={(href) => {
              setLink(undefined);
              void perform((opened) => opened.setLink(href));
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
});

/** Quick test; its only errors are false positives. Text copied from pages is mostly plain. */
const looksFormatted = /<(?:b|strong|i|em|a|ul|ol|li|table|h[1-6])[\s>]|mso-list|font-(?:weight|style)/i;
