import { useEffect, useRef, useState } from 'react';

/** `none`: there is no camera, or not for this page, such as one over plain http. */
export type CameraState = 'ask' | 'starting' | 'live' | 'refused' | 'none';

export type Facing = 'environment' | 'user';

const IDEAL_WIDTH = 1_920;
const QUALITY = 0.9;

/** Whether the user has decided on the camera before. Browsers that do not tell have not asked. */
export async function cameraPermission(): Promise<PermissionState> {
  try {
    return (await navigator.permissions.query({ name: 'camera' as PermissionName })).state;
  } catch {
    return 'prompt';
  }
}

/** The camera of the device, while the screen needs it. `permission` is what the user has decided before. */
export function useCamera(permission: PermissionState) {
  const devices = (navigator as Partial<Navigator>).mediaDevices;
  const [state, setState] = useState<CameraState>(() =>
    devices === undefined
      ? 'none'
      : permission === 'denied'
        ? 'refused'
        : permission === 'granted'
          ? 'starting'
          : 'ask',
  );
  const [facing, setFacing] = useState<Facing>('environment');
  const [hasSeveral, setHasSeveral] = useState(false);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const wanted = useRef(0);

  async function start(side: Facing = facing): Promise<void> {
    if (devices === undefined) return;
    const turn = ++wanted.current;
    setState('starting');
    setFacing(side);
    end(stream);
    try {
      const opened = await devices.getUserMedia({
        video: { facingMode: { ideal: side }, width: { ideal: IDEAL_WIDTH } },
        audio: false,
      });
      // The screen was left, or the other camera asked for, in the meantime.
      if (turn !== wanted.current) return end(opened);
      setStream(opened);
      setState('live');
      const all = await devices.enumerateDevices();
      setHasSeveral(all.filter(({ kind }) => kind === 'videoinput').length > 1);
    } catch (error) {
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
      if (turn === wanted.current) setState(isRefused ? 'refused' : 'none');
    }
  }

  function stop(): void {
    wanted.current += 1;
    end(stream);
    setStream(null);
    setState((known) => (known === 'live' || known === 'starting' ? 'ask' : known));
  }

  // The light of the camera goes out with the screen.
  useEffect(() => () => end(stream), [stream]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for those who have allowed it before
  useEffect(() => {
    if (state === 'starting') void start();
    return () => {
      wanted.current += 1;
    };
  }, []);

  return {
    state,
    stream,
    facing,
    hasSeveral,
    start,
    stop,
    turn: () => start(facing === 'user' ? 'environment' : 'user'),
  };
}

export type Camera = ReturnType<typeof useCamera>;

function end(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** The picture that a video shows now. Null before its first one. */
export async function captureFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0) return null;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
