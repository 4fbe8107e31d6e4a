// The least that a program with Ink can be on this runtime.
import {render, Text} from 'ink';
import {createElement} from 'react';

render(createElement(Text, undefined, 'hello'));
