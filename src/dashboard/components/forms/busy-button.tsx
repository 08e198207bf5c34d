import type { ComponentProps } from 'preact';

/** A button that does nothing while its work goes on. It is not disabled meanwhile, because a disabled one loses the focus. */
export function BusyButton({
  busy,
  type = 'button',
  onClick,
  ...button
}: ComponentProps<'button'> & { busy: boolean }) {
  return (
    <button
      {...button}
      type={type}
      aria-disabled={busy}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
