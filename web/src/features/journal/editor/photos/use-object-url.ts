import { useEffect, useState } from 'react';

/** A URL of bytes for an image, for as long as the component lives. `photo` must be stable. */
export function useObjectUrl(photo: { id: string; bytes: ArrayBuffer; type: string } | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const id = photo?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bytes of an id never change
  useEffect(() => {
    if (photo === undefined) return;
    const made = URL.createObjectURL(new Blob([photo.bytes], { type: photo.type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [id]);
  return url;
}
