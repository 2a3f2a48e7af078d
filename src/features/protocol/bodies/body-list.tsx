import Ellipsis from 'lucide-react/icons/ellipsis';
import FilePlus from 'lucide-react/icons/file-plus';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useNavigate } from 'react-router-dom';
import type { Body } from '#contract/bodies/body.ts';
import { quorumWords } from '#contract/bodies/quorum.ts';
import { newProtocolAddress } from '#contract/protocol-address.ts';
import { bodyTitle } from '#src/data/body/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { bodiesAddress } from '#src/features/tabs/index.ts';
import { counted, shortName } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { ButtonLink, DataList, FigureLink, layout, MenuButton, rowAction } from '#src/ui/index.ts';

interface BodyListProps {
  bodies: readonly Optimistic<Body>[];
  onDelete: (body: Optimistic<Body>) => void;
}

/** The person's own bodies; each can be opened in its form, or begin a protocol. */
export function BodyList({ bodies, onDelete }: BodyListProps) {
  const navigate = useNavigate();
  return (
    <DataList
      label="Комиссии и отделы"
      rows={bodies.map((body) => {
        const title = bodyTitle(body);
        const people = body.members?.length ?? 0;
        const to = `${bodiesAddress}&body=${encodeURIComponent(body.id)}`;
        return {
          id: body.id,
          title,
          to,
          note: noteOf(body),
          figure: people > 0 && (
            <FigureLink to={`${to}&part=people`}>{counted(people, 'человек', 'человека', 'человек')}</FigureLink>
          ),
          aside: (
            <span className={layout.centredRow(2)}>
              <UnsentMark unsent={body.unsent} />
              <ButtonLink
                to={newProtocolAddress('body', body.id)}
                variant="quiet"
                size="small"
                icon={FilePlus}
                aria-label={`Новый протокол: ${title}`}
              >
                Новый протокол
              </ButtonLink>
              <MenuButton
                icon={Ellipsis}
                className={rowAction}
                label={`Действия: ${title}`}
                actions={[
                  { id: 'edit', title: 'Изменить', icon: Pencil, onAction: () => void navigate(to) },
                  { id: 'delete', title: 'Удалить', icon: Trash2, danger: true, onAction: () => onDelete(body) },
                ]}
              />
            </span>
          ),
        };
      })}
    />
  );
}

function noteOf({ kind, members = [], quorum }: Body): string {
  const chairman = members?.find((member) => member.kind === 'chairman')?.name;
  const rule = quorum && quorumWords(quorum);
  return [kind, chairman && `председатель ${shortName(chairman)}`, rule && `кворум ${rule}`]
    .filter(Boolean)
    .join(' · ');
}
