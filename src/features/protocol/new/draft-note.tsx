import PencilLine from 'lucide-react/icons/pencil-line';
import { formatWhen } from '#src/format/index.ts';
import { Banner, Button } from '#src/ui/index.ts';

interface DraftNoteProps {
  restoredAt: string | undefined;
  canUndo: boolean;
  onStartAnew: () => void;
  onUndo: () => void;
}

/** That the form holds what was typed before, with a way to start anew, which can be taken back. */
export function DraftNote({ restoredAt, canUndo, onStartAnew, onUndo }: DraftNoteProps) {
  if (canUndo) {
    return (
      <Banner
        tone="accent"
        icon={PencilLine}
        title="Форма очищена."
        action={
          <Button size="small" onClick={onUndo}>
            Вернуть черновик
          </Button>
        }
      >
        Черновик можно вернуть, пока вы на этой странице.
      </Banner>
    );
  }
  if (!restoredAt) return null;
  return (
    <Banner
      tone="accent"
      icon={PencilLine}
      title="Здесь ваш черновик."
      action={
        <Button size="small" onClick={onStartAnew}>
          Начать заново
        </Button>
      }
    >
      Он сохранён на этом устройстве {formatWhen(restoredAt, 'в ')}.
    </Banner>
  );
}
