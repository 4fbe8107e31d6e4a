// Lower bound for a program with Ink on this runtime.
import {render, Text} from 'ink';
import {createElement} from 'react';

render(createElement(Text, undefined, 'hello'));
