/** Creates a gate: `opened` resolves when `open` is called. */
export function createGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
