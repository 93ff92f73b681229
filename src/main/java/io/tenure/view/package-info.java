/** Shows operators the state of a server: meters and the dashboard. */
@NullMarked
package io.tenure.view;

import org.jspecify.annotations.NullMarked;
