package javax.annotation;

/** The one annotation that the client needs and the jar of openapi-generator has not: Java 8 had it, now it is a library of its own. */
public @interface Generated {
    String value();

    String date();

    String comments();
}
