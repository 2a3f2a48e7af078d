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
 * The list under a field that is typed in. The library closes it with every scroll, and gives up what was typed: this one
 * goes where its field goes, and stays until the person chooses, leaves the field or presses Escape.
 */
export function FieldPopover({ field, className, maxHeight, children }: FieldPopoverProps) {
  const state = use(OverlayTriggerStateContext);
  // A combo box renders its content once more, unseen, to learn of its options. There the state above is that of a dialog
  // around it, which is open for as long as somebody works in it.
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
      {/* It finds its place anew once the field is at rest. */}
      <Popover className={className} maxHeight={maxHeight} shouldUpdatePosition={!isMoving}>
        {children}
      </Popover>
    </OverlayTriggerStateContext>
  );
}

/** Whether an element is changing its place in the document just now; scrolling the whole page is no change of it. */
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
