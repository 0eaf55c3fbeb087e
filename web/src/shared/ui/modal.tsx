import type { ModalProps } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from './lazy-part.ts';

const load = () => import('./loaded-modal.ts');
const LoadedModal = lazyPart(async () => (await load()).default);

/** The dialog of the kit. It weighs more than most screens, so it is loaded after the screen is drawn. */
export function Modal(props: ModalProps) {
  const [isUsed, setIsUsed] = useState(props.opened);
  useEffect(() => {
    load().catch(() => undefined);
  }, []);
  // It stays when it is closed, for its transition.
  if (props.opened && !isUsed) setIsUsed(true);
  return (
    isUsed && (
      <Suspense>
        <LoadedModal {...props} />
      </Suspense>
    )
  );
}
