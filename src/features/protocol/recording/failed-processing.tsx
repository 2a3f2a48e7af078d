import FileX from 'lucide-react/icons/file-x';
import type { Protocol } from '#contract/protocol.ts';
import { Banner, Button } from '#src/ui/index.ts';

interface FailedProcessingProps {
  protocol: Pick<Protocol, 'stage' | 'processing'>;
  onShow: () => void;
}

/** Why the processing stopped, where the recording is behind a tab; nothing while it did not. */
export function FailedProcessing({ protocol: { stage, processing }, onShow }: FailedProcessingProps) {
  if (stage !== 'error_video_process') return null;
  const cause = processing?.find(({ state }) => state === 'failed')?.error;
  return (
    <Banner
      tone="bad"
      icon={FileX}
      title="Обработка видео остановилась."
      action={
        <Button size="small" onClick={onShow}>
          К видео
        </Button>
      }
    >
      {cause ? `${cause.replace(/[.!?…]?$/u, '.')} ` : ''}Загруженный файл сохранён.
    </Banner>
  );
}
