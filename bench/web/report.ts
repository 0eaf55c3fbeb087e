import {
  MAX_FIRST_JAVASCRIPT_BYTES,
  MAX_FURTHER_JAVASCRIPT_BYTES,
  MAX_REQUESTS,
  oversizedScreens,
} from '../../web/test/harness/bundle.ts';
import { table } from '../table.ts';
import { ENTRIES, LONG_TEXT_CHARACTERS } from './account.ts';
import type { LoadMeasurement } from './loading.ts';
import { MAX_FRAME_MS } from './scrolling.ts';
import { SLOWDOWN, type WebResults } from './web.ts';

const MAX_PAINT_MS = 1000;
const MAX_INTERACTIVE_MS = 1500;
const MAX_SHIFT = 0.05;
const MAX_KEY_MS = 50;

export function webTable({ buildSeconds, sizes, loading, typingMs, scrolling, disturbance }: WebResults): string[] {
  const sizeRows = sizes.map(({ path, javascript, css, furtherJavascript, furtherCss }) => [
    path,
    ...[javascript, css, furtherJavascript, furtherCss].map(kilobytes),
  ]);
  const loadRows = loading.map(({ path, paintMs, interactiveMs, shift, requests, scriptBytes }) => [
    path,
    paintMs.toFixed(0),
    interactiveMs.toFixed(0),
    shift.toFixed(3),
    String(requests.length),
    kilobytes(scriptBytes),
  ]);
  return [
    '',
    `Web client, built in ${buildSeconds.toFixed(1)} s. Before a measurement others used up to ${(disturbance * 100).toFixed(0)} % of the processors.`,
    '',
    `kB (Brotli) that a screen loads before it is drawn; limits of JavaScript: ${kilobytes(MAX_FIRST_JAVASCRIPT_BYTES)} first, ${kilobytes(MAX_FURTHER_JAVASCRIPT_BYTES)} after the journal`,
    ...table(['screen', 'JS first', 'CSS first', 'JS after', 'CSS after'], sizeRows),
    '',
    `Screens opened with an empty cache on a ${SLOWDOWN} times slower processor (medians); limits ${MAX_PAINT_MS} ms, ${MAX_INTERACTIVE_MS} ms, ${MAX_SHIFT}, ${MAX_REQUESTS}`,
    ...table(['screen', 'largest paint ms', 'interactive ms', 'shift', 'requests', 'JS kB'], loadRows),
    '',
    `key to paint in a text of ${LONG_TEXT_CHARACTERS.toLocaleString('en')} characters: p95 ${typingMs.toFixed(0)} ms, limit ${MAX_KEY_MS}`,
    `timeline of ${scrolling.entries} entries: ${scrolling.frames} frames, the longest ${scrolling.longestMs.toFixed(0)} ms, ${scrolling.slowFrames} over ${MAX_FRAME_MS} ms`,
  ];
}

export function webShortcomings({ sizes, loading, typingMs, scrolling }: WebResults): string[] {
  return [
    ...oversizedScreens(sizes),
    ...loading.flatMap(loadShortcomings),
    ...excess('key to paint', typingMs, MAX_KEY_MS, 'ms'),
    ...excess('the longest frame of the timeline', scrolling.longestMs, MAX_FRAME_MS, 'ms'),
    ...(scrolling.entries < ENTRIES ? [`the timeline ended at entry ${scrolling.entries} of ${ENTRIES}`] : []),
  ];
}

function loadShortcomings({ path, paintMs, interactiveMs, shift, requests }: LoadMeasurement): string[] {
  return [
    ...excess(`${path}: largest paint`, paintMs, MAX_PAINT_MS, 'ms'),
    ...excess(`${path}: interactive`, interactiveMs, MAX_INTERACTIVE_MS, 'ms'),
    ...excess(`${path}: layout shift`, shift, MAX_SHIFT, ''),
    ...excess(`${path}: requests (${requests.join(', ')})`, requests.length, MAX_REQUESTS, ''),
  ];
}

const excess = (what: string, value: number, limit: number, unit: string): string[] =>
  value > limit ? [`${what}: ${round(value)} ${unit}, limit ${limit}`] : [];

const round = (value: number): number => Math.round(value * 1000) / 1000;
const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
