import { type ReactNode, type RefObject, use } from 'react';
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useIsMoving } from '../hooks/use-is-moving.ts';

interface FieldPopoverProps {
  field: RefObject<HTMLElement | null>;
  className: string;
  maxHeight: number;
  children: ReactNode;
}

/**
 * The list under a field that is typed in. The library closes it with every scroll, and gives up what was typed: this one
 * goes where its field goes, and stays until the person chooses, leaves the field or presses Escape.
 */
export function FieldPopover({ field, className, maxHeight, children }: FieldPopoverProps) {
  const state = use(OverlayTriggerStateContext);
  const isMoving = useIsMoving(field, state?.isOpen ?? false);
  const own = state && {
    ...state,
    close: () => {
      if (document.activeElement !== field.current) state.close();
    },
  };
  return (
    <OverlayTriggerStateContext value={own}>
      {/* It finds its place anew once the field is at rest. */}
      <Popover className={className} maxHeight={maxHeight} shouldUpdatePosition={!isMoving}>
        {children}
      </Popover>
    </OverlayTriggerStateContext>
  );
}
