import FilePlus from 'lucide-react/icons/file-plus';
import Trash2 from 'lucide-react/icons/trash-2';
import type { Body } from '#contract/body.ts';
import { quorumWords } from '#contract/quorum.ts';
import { bodyTitle } from '#src/data/body/index.ts';
import { bodiesAddress } from '#src/features/common/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { counted, shortName } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { ButtonLink, DataList, IconButton, layout } from '#src/ui/index.ts';

interface BodyListProps {
  bodies: readonly Optimistic<Body>[];
  onDelete: (body: Optimistic<Body>) => void;
}

/** The own commissions and departments: each opens its form, and begins a protocol. */
export function BodyList({ bodies, onDelete }: BodyListProps) {
  return (
    <DataList
      label="Комиссии и отделы"
      rows={bodies.map((body) => {
        const title = bodyTitle(body);
        return {
          id: body.id,
          title,
          to: `${bodiesAddress}&body=${encodeURIComponent(body.id)}`,
          note: noteOf(body),
          aside: (
            <span className={layout.centredRow(2)}>
              <UnsentMark unsent={body.unsent} />
              <ButtonLink
                to={`/main/protocols/add?body=${encodeURIComponent(body.id)}`}
                variant="quiet"
                size="small"
                icon={FilePlus}
                aria-label={`Новый протокол: ${title}`}
              >
                Новый протокол
              </ButtonLink>
              <IconButton icon={Trash2} size="small" label={`Удалить: ${title}`} onClick={() => onDelete(body)} />
            </span>
          ),
        };
      })}
    />
  );
}

function noteOf({ kind, members = [], quorum }: Body): string {
  const count = members?.length ?? 0;
  const chairman = members?.find((member) => member.kind === 'chairman')?.name;
  const rule = quorum && quorumWords(quorum);
  return [
    kind,
    count > 0 && counted(count, 'человек', 'человека', 'человек'),
    chairman && `председатель ${shortName(chairman)}`,
    rule && `кворум ${rule}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
