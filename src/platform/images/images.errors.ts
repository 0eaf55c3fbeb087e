import { declareErrors } from '../errors.ts';

export const imageErrors = declareErrors({
  unreadable: {
    status: 400,
    code: 'image.unreadable',
    message:
      'The file is no picture that this server can read. Send a complete JPEG, PNG, GIF, WebP, HEIC or AVIF. Other formats, such as TIFF and JPEG XL, are not accepted.',
  },
  tooManyPixels: {
    status: 400,
    code: 'image.too-many-pixels',
    message: 'The picture has more than 50 megapixels. Send a smaller one.',
  },
  tooManyFrames: {
    status: 400,
    code: 'image.too-many-frames',
    message: 'The animation has more than 100 frames. Send a shorter one, or a still picture.',
  },
  tooSlow: {
    status: 400,
    code: 'image.too-slow',
    message: 'The picture takes too long to decode. Send a smaller one, or save it again.',
  },
  tooManyWaiting: {
    status: 429,
    code: 'image.too-many-waiting',
    message: 'Too many of your pictures are being processed. Wait for their responses, then send this one again.',
  },
  busy: {
    status: 503,
    code: 'image.busy',
    message: 'Too many pictures are being processed. Try again in a moment.',
  },
});
