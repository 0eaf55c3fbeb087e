/** The file of a canvas. */
export function fileOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The canvas gave no picture.'));
      else resolve(new File([blob], `${name}.png`, { type: 'image/png' }));
    }, 'image/png');
  });
}

/** Whether this device can pass a picture on to another program. */
export function canShareFiles(): boolean {
  const probe = new File([], 'probe.png', { type: 'image/png' });
  return navigator.canShare?.({ files: [probe] }) ?? false;
}

/** Passes a file on to a program that the user chooses. Resolves also if they choose none. */
export async function shareFile(file: File, title: string): Promise<void> {
  try {
    await navigator.share({ files: [file], title });
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error;
  }
}

const KEPT_FOR_DOWNLOAD_MS = 60_000;

/** Saves a file on this device. */
export function downloadFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR_DOWNLOAD_MS);
}
