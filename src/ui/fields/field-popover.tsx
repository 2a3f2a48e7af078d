import { type ReactNode, type RefObject, use, useEffect, useState } from 'react';
import { ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';

interface FieldPopoverProps {
  field: RefObject<HTMLElement | null>;
  className: string;
  maxHeight: number;
  children: ReactNode;
}

/**
 * The list below a text field. The library's popover closes on every scroll and discards the typed text; this one moves
 * with its field and stays until the person chooses, leaves the field or presses Escape.
 */
export function FieldPopover({ field, className, maxHeight, children }: FieldPopoverProps) {
  const state = use(OverlayTriggerStateContext);
  // A combo box renders its content a second time, hidden, to collect its options. There `state` is that of the
  // surrounding dialog, which stays open while somebody works in it; hence the state of the combo box.
  const list = use(ComboBoxStateContext);
  const isMoving = useIsMoving(field, list?.isOpen ?? false);
  const own = state && {
    ...state,
    close: () => {
      if (document.activeElement !== field.current) state.close();
    },
  };
  return (
    <OverlayTriggerStateContext value={own}>
      {/* Its position is updated once the field has stopped moving. */}
      <Popover className={className} maxHeight={maxHeight} shouldUpdatePosition={!isMoving}>
        {children}
      </Popover>
    </OverlayTriggerStateContext>
  );
}

/** Whether an element is moving in the document; scrolling the whole page does not count. */
function useIsMoving(element: RefObject<Element | null>, isWatched: boolean): boolean {
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    if (!isWatched) return;
    let last = placeOf(element.current);
    let frame = requestAnimationFrame(function look() {
      const now = placeOf(element.current);
      setMoving(now !== last);
      last = now;
      frame = requestAnimationFrame(look);
    });
    return () => cancelAnimationFrame(frame);
  }, [element, isWatched]);
  return isWatched && isMoving;
}

function placeOf(element: Element | null): string {
  const { left = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  return `${Math.round(left + scrollX)} ${Math.round(bottom + scrollY)}`;
}
